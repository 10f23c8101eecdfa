// include: terraform/client.js
const { data } = getJson(configuration, '/api/v2/account/details', withToken(configuration));
if (data === undefined) throw new Error('the server is not HCP Terraform or Terraform Enterprise');
