// include: servicenow/fields.js
const more = { impact, urgency, work_notes: workNotes, close_code: closeCode, close_notes: closeNotes };
const fields = { ...taskFields(more), ...(content && fieldsIn(content)) };
if (Object.keys(fields).length === 0) throw new Error('there is no field to change');
data = dataOf(save('PATCH', tableName, sysId, fields));
Ticket = data.number;
print(`Updated ${Ticket}`);
