package example

import (
	"context"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
)

func resourceStorageBox() *schema.Resource {
	return &schema.Resource{
		CreateContext: resourceStorageBoxCreate,
		ReadContext:   resourceStorageBoxRead,
		DeleteContext: resourceStorageBoxDelete,

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

func resourceStorageBoxCreate(ctx context.Context, d *schema.ResourceData, meta interface{}) diag.Diagnostics {
	id, err := meta.(*Client).Create("storage_box", map[string]interface{}{
		"name":   d.Get("name"),
		"volume": d.Get("volume"),
	})
	if err != nil {
		return diag.FromErr(err)
	}
	d.SetId(id)
	return resourceStorageBoxRead(ctx, d, meta)
}

func resourceStorageBoxRead(ctx context.Context, d *schema.ResourceData, meta interface{}) diag.Diagnostics {
	fields, err := meta.(*Client).Read(d.Id())
	if err != nil {
		return diag.FromErr(err)
	}
	d.Set("name", fields["name"])
	d.Set("volume", fields["volume"])
	return nil
}

func resourceStorageBoxDelete(ctx context.Context, d *schema.ResourceData, meta interface{}) diag.Diagnostics {
	if err := meta.(*Client).Delete(d.Id()); err != nil {
		return diag.FromErr(err)
	}
	return nil
}
