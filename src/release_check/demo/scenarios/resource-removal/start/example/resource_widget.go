package example

import (
	"github.com/hashicorp/terraform-plugin-sdk/helper/schema"
)

func resourceWidget() *schema.Resource {
	return &schema.Resource{
		Create: resourceWidgetCreate,
		Read:   resourceWidgetRead,
		Delete: resourceWidgetDelete,

		Schema: map[string]*schema.Schema{
			"name": {
				Type:     schema.TypeString,
				Required: true,
				ForceNew: true,
			},
		},
	}
}

func resourceWidgetCreate(d *schema.ResourceData, meta interface{}) error {
	id, err := meta.(*Client).Create("widget", map[string]interface{}{"name": d.Get("name")})
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
	return nil
}

func resourceWidgetDelete(d *schema.ResourceData, meta interface{}) error {
	return meta.(*Client).Delete(d.Id())
}
