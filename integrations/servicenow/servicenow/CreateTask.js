// include: servicenow/client.js
data = dataOf(save('POST', tableName, null, fieldsIn(content)));
taskId = data.sys_id;
Task = data.number;
print(`Created ${Task} (${taskId})`);
