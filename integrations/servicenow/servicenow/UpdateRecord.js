// include: servicenow/client.js
data = dataOf(save('PATCH', tableName, sysId, fieldsIn(content)));
print(`Updated ${data.number}`);
