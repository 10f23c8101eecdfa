// include: servicenow/client.js
if (/[\^=]/.test(ticket)) throw new Error(`'${ticket}' is not the number of a record`);
const query = `&sysparm_query=${encodeURIComponent(`number=${ticket.trim()}`)}&sysparm_limit=1`;
const { result } = getJson(servicenowServer, recordPath(tableName, null, query), withLogin());
if (result.length === 0) throw new Error(`the table ${tableName} has no record ${ticket}`);
data = dataOf(result[0]);
sysId = data.sys_id;
print(`Found ${ticket} (${sysId})`);
