// include: servicenow/fields.js
const record = save('POST', tableName, null, taskFields({ change_request: changeRequest }));
data = dataOf(record);
sysId = data.sys_id;
Ticket = data.number;
print(`Created ${Ticket} (${sysId})`);
