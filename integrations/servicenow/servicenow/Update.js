// include: servicenow/fields.js
const named = taskFields({ close_code: closeCode, close_notes: closeNotes });
const fields = { ...named, ...(content && fieldsIn(content)) };
if (Object.keys(fields).length === 0) throw new Error('there is no field to change');
data = dataOf(save('PATCH', tableName, sysId, fields));
Ticket = data.number;
print(`Updated ${Ticket}`);
