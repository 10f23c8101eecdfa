// include: servicenow/client.js
const { result } = getJson(servicenowServer, recordPath(tableName, sysId), withLogin());
data = dataOf(result);
if (data[statusField] === undefined) throw new Error(`the record has no field '${statusField}'`);
// biome-ignore lint/suspicious/noGlobalAssign: an output of the task has this name
status = data[statusField];
print(`${data.number}: ${statusField} is ${status}`);
