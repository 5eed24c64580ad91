package example

import (
	"errors"

	"github.com/hashicorp/terraform-plugin-sdk/helper/schema"
)

func resourceGadget() *schema.Resource {
	return &schema.Resource{
		Create: func(d *schema.ResourceData, meta interface{}) error {
			return errors.New("use the example_widget resource instead")
		},
		Read: func(d *schema.ResourceData, meta interface{}) error {
			return errors.New("use the example_widget resource instead")
		},
		Delete: func(d *schema.ResourceData, meta interface{}) error {
			return nil
		},

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
