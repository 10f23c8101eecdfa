// include: servicenow/client.js

/** Returns the first record of the table of the task whose field has a value. */
function findRecord(field, value) {
  if (value.trim() === '' || /[\^=]/.test(value)) throw new Error(`'${value}' is not a value to search for`);
  const query = `&sysparm_query=${encodeURIComponent(`${field}=${value.trim()}`)}&sysparm_limit=1`;
  const { result } = getJson(servicenowServer, recordPath(tableName, null, query), withLogin());
  if (result.length === 0) throw new Error(`the table ${tableName} has no record ${value}`);
  return dataOf(result[0]);
}
