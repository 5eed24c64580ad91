package example

import (
	"github.com/hashicorp/terraform-plugin-sdk/helper/schema"
)

func resourceWidget() *schema.Resource {
	return &schema.Resource{
		Create: resourceWidgetCreate,
		Read:   resourceWidgetRead,
		Update: resourceWidgetUpdate,
		Delete: resourceWidgetDelete,

		Schema: map[string]*schema.Schema{
			"name": {
				Type:     schema.TypeString,
				Required: true,
			},
			"legacy_mode": {
				Type:       schema.TypeString,
				Optional:   true,
				Deprecated: "legacy_mode has no effect any more and will be removed in the next major version",
			},
		},
	}
}

func widgetFields(d *schema.ResourceData) map[string]interface{} {
	return map[string]interface{}{
		"name":        d.Get("name"),
		"legacy_mode": d.Get("legacy_mode"),
	}
}

func resourceWidgetCreate(d *schema.ResourceData, meta interface{}) error {
	id, err := meta.(*Client).Create("widget", widgetFields(d))
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
	d.Set("name", fields["name"])
	d.Set("legacy_mode", fields["legacy_mode"])
	return nil
}

func resourceWidgetUpdate(d *schema.ResourceData, meta interface{}) error {
	if err := meta.(*Client).Update(d.Id(), widgetFields(d)); err != nil {
		return err
	}
	return resourceWidgetRead(d, meta)
}

func resourceWidgetDelete(d *schema.ResourceData, meta interface{}) error {
	return meta.(*Client).Delete(d.Id())
}
