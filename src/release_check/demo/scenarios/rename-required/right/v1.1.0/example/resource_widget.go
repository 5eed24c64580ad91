package example

import (
	"errors"

	"github.com/hashicorp/terraform-plugin-sdk/helper/schema"
)

func resourceWidget() *schema.Resource {
	return &schema.Resource{
		Create: resourceWidgetCreate,
		Read:   resourceWidgetRead,
		Update: resourceWidgetUpdate,
		Delete: resourceWidgetDelete,

		Schema: map[string]*schema.Schema{
			"region_name": {
				Type:          schema.TypeString,
				Optional:      true,
				ConflictsWith: []string{"region"},
				Deprecated:    "use region instead",
			},
			"region": {
				Type:          schema.TypeString,
				Optional:      true,
				ConflictsWith: []string{"region_name"},
			},
		},
	}
}

func widgetFields(d *schema.ResourceData) (map[string]interface{}, error) {
	name, nameOk := d.GetOk("region_name")
	region, regionOk := d.GetOk("region")
	if !nameOk && !regionOk {
		return nil, errors.New("one of region_name or region must be configured")
	}
	if nameOk {
		return map[string]interface{}{"region": name}, nil
	}
	return map[string]interface{}{"region": region}, nil
}

func resourceWidgetCreate(d *schema.ResourceData, meta interface{}) error {
	fields, err := widgetFields(d)
	if err != nil {
		return err
	}
	id, err := meta.(*Client).Create("widget", fields)
	if err != nil {
		return err
	}
	d.SetId(id)
	return resourceWidgetRead(d, meta)
}

func resourceWidgetRead(d *schema.ResourceData, meta interface{}) error {
	fields, err := meta.(*Client).Read(d.Id())
	if err != nil {
		return err
	}
	if _, ok := d.GetOk("region_name"); ok {
		d.Set("region_name", fields["region"])
	} else {
		d.Set("region", fields["region"])
	}
	return nil
}

func resourceWidgetUpdate(d *schema.ResourceData, meta interface{}) error {
	fields, err := widgetFields(d)
	if err != nil {
		return err
	}
	if err := meta.(*Client).Update(d.Id(), fields); err != nil {
		return err
	}
	return resourceWidgetRead(d, meta)
}

func resourceWidgetDelete(d *schema.ResourceData, meta interface{}) error {
	return meta.(*Client).Delete(d.Id())
}
