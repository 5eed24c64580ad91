package example

import (
	"context"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
)

func resourceWidget() *schema.Resource {
	return &schema.Resource{
		CreateContext: resourceWidgetCreate,
		ReadContext:   resourceWidgetRead,
		UpdateContext: resourceWidgetUpdate,
		DeleteContext: resourceWidgetDelete,

		Schema: map[string]*schema.Schema{
			"name": {
				Type:     schema.TypeString,
				Required: true,
			},
			"description": {
				Type:     schema.TypeString,
				Optional: true,
			},
		},
	}
}

func resourceWidgetCreate(ctx context.Context, d *schema.ResourceData, meta interface{}) diag.Diagnostics {
	fields := map[string]interface{}{"name": d.Get("name")}
	if v, ok := d.GetOk("description"); ok {
		fields["description"] = v
	}
	id, err := meta.(*Client).Create("widget", fields)
	if err != nil {
		return diag.FromErr(err)
	}
	d.SetId(id)
	return resourceWidgetRead(ctx, d, meta)
}

func resourceWidgetRead(ctx context.Context, d *schema.ResourceData, meta interface{}) diag.Diagnostics {
	fields, err := meta.(*Client).Read(d.Id())
	if err != nil {
		return diag.FromErr(err)
	}
	d.Set("name", fields["name"])
	d.Set("description", fields["description"])
	return nil
}

func resourceWidgetUpdate(ctx context.Context, d *schema.ResourceData, meta interface{}) diag.Diagnostics {
	fields := map[string]interface{}{"name": d.Get("name")}
	if v, ok := d.GetOk("description"); ok {
		fields["description"] = v
	}
	if err := meta.(*Client).Update(d.Id(), fields); err != nil {
		return diag.FromErr(err)
	}
	return resourceWidgetRead(ctx, d, meta)
}

func resourceWidgetDelete(ctx context.Context, d *schema.ResourceData, meta interface{}) diag.Diagnostics {
	if err := meta.(*Client).Delete(d.Id()); err != nil {
		return diag.FromErr(err)
	}
	return nil
}
