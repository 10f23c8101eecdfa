// include: vsts/client.js
const { value } = getJson(configuration, organizationPath('projects'));
if (value === undefined) throw new Error('the server is not Azure DevOps');
