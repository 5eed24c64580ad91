package example

import (
	"github.com/hashicorp/terraform-plugin-sdk/helper/schema"
)

func resourceGadget() *schema.Resource {
	return &schema.Resource{
		Create: resourceGadgetCreate,
		Read:   resourceGadgetRead,
		Delete: resourceGadgetDelete,

		DeprecationMessage: "use the example_widget resource instead",

		Schema: map[string]*schema.Schema{
			"name": {
				Type:     schema.TypeString,
				Required: true,
				ForceNew: true,
			},
		},
	}
}

func resourceGadgetCreate(d *schema.ResourceData, meta interface{}) error {
	id, err := meta.(*Client).Create("gadget", map[string]interface{}{"name": d.Get("name")})
	if err != nil {
		return err
	}
	d.SetId(id)
	return resourceGadgetRead(d, meta)
}

func resourceGadgetRead(d *schema.ResourceData, meta interface{}) error {
	fields, err := meta.(*Client).Read(d.Id())
	if err != nil {
		return err
	}
	d.Set("name", fields["name"])
	return nil
}

func resourceGadgetDelete(d *schema.ResourceData, meta interface{}) error {
	return meta.(*Client).Delete(d.Id())
}
