package example

import (
	"context"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
)

func resourceBox() *schema.Resource {
	return &schema.Resource{
		CreateContext: resourceBoxCreate,
		ReadContext:   resourceBoxRead,
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

func resourceBoxCreate(ctx context.Context, d *schema.ResourceData, meta interface{}) diag.Diagnostics {
	id, err := meta.(*Client).Create("storage_box", map[string]interface{}{
		"name":   d.Get("name"),
		"volume": d.Get("volume"),
	})
	if err != nil {
		return diag.FromErr(err)
	}
	d.SetId(id)
	return resourceBoxRead(ctx, d, meta)
}

func resourceBoxRead(ctx context.Context, d *schema.ResourceData, meta interface{}) diag.Diagnostics {
	fields, err := meta.(*Client).Read(d.Id())
	if err != nil {
		return diag.FromErr(err)
	}
	d.Set("name", fields["name"])
	d.Set("volume", fields["volume"])
	return nil
}

func resourceBoxDelete(ctx context.Context, d *schema.ResourceData, meta interface{}) diag.Diagnostics {
	if err := meta.(*Client).Delete(d.Id()); err != nil {
		return diag.FromErr(err)
	}
	return nil
}
