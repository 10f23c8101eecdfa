// include: servicenow/client.js
const record = save('POST', tableName, null, fieldsIn(content));
data = dataOf(record);
sysId = data.sys_id;
Ticket = data.number;
print(`Created ${Ticket} (${sysId})`);
