package example

import (
	"context"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
)

func resourceBox() *schema.Resource {
	return &schema.Resource{
		CreateContext: resourceBoxRemoved,
		ReadContext:   resourceBoxRemoved,
		DeleteContext: resourceBoxDelete,

		DeprecationMessage: "use the example_storage_box resource instead",

		Schema: map[string]*schema.Schema{
			"name": {
				Type:     schema.TypeString,
				Required: true,
				ForceNew: true,
			},
			"volume": {
				Type:     schema.TypeInt,
				Optional: true,
				ForceNew: true,
				Default:  1,
			},
		},
	}
}

func resourceBoxRemoved(ctx context.Context, d *schema.ResourceData, meta interface{}) diag.Diagnostics {
	return diag.Errorf("use the example_storage_box resource instead")
}

func resourceBoxDelete(ctx context.Context, d *schema.ResourceData, meta interface{}) diag.Diagnostics {
	return nil
}
