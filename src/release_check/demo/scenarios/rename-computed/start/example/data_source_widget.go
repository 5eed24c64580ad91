package example

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type widgetDataSource struct {
	client *Client
}

type widgetModel struct {
	Name   types.String `tfsdk:"name"`
	Serial types.String `tfsdk:"serial"`
}

// NewWidgetDataSource gives the data source of a widget.
func NewWidgetDataSource() datasource.DataSource {
	return &widgetDataSource{}
}

func (s *widgetDataSource) Metadata(ctx context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_widget"
}

func (s *widgetDataSource) Schema(ctx context.Context, req datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		Attributes: map[string]schema.Attribute{
			"name": schema.StringAttribute{
				Required: true,
			},
			"serial": schema.StringAttribute{
				Computed: true,
			},
		},
	}
}

func (s *widgetDataSource) Configure(ctx context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	if client, ok := req.ProviderData.(*Client); ok {
		s.client = client
	}
}

func (s *widgetDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model widgetModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	fields, err := s.client.Read(model.Name.ValueString())
	if err != nil {
		resp.Diagnostics.AddError("The widget could not be read", err.Error())
		return
	}
	number, _ := fields["number"].(string)
	model.Serial = types.StringValue(number)
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}
