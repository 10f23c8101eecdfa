// include: servicenow/fields.js
const record = save('POST', tableName, null, taskFields({ impact, urgency, work_notes: workNotes }));
data = dataOf(record);
sysId = data.sys_id;
Ticket = data.number;
print(`Created ${Ticket} (${sysId})`);
