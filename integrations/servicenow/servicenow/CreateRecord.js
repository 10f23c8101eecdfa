// include: servicenow/client.js
const record = save('POST', tableName, null, fieldsOf({ short_description: shortDescription, comments }));
data = dataOf(record);
sysId = data.sys_id;
Ticket = data.number;
print(`Created ${Ticket} (${sysId})`);
