// include: shared/http.js
const { result } = getJson(configuration, '/api/now/table/change_request?sysparm_limit=1&sysparm_fields=sys_id');
if (!Array.isArray(result)) throw new Error('the server is not a ServiceNow instance');
