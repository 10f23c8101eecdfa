// include: shared/http.js

/** Returns the options with the login of a task, which overrides the one of its server. */
function withLogin(options = {}) {
  return username ? { ...options, auth: [username, password ?? ''] } : options;
}

/** Returns the path of a table or of one of its records, with the parameters of the server. */
function recordPath(table, id = '', query = '') {
  if (!/^\w+$/.test(table)) throw new Error(`'${table}' is not the name of a table`);
  const shown = servicenowServer.sysparmDisplayValue !== false;
  const values = `sysparm_display_value=${shown}&sysparm_exclude_reference_link=true${query}`;
  return `/api/now/table/${table}${id ? `/${encodeURIComponent(id.trim())}` : ''}?${values}`;
}

/** Sends the fields of a record, and returns the record that ServiceNow stores. */
function save(method, table, id, fields) {
  const path = recordPath(
    table,
    id,
    `&sysparm_input_display_value=${servicenowServer.sysparmInputDisplayValue !== false}`,
  );
  return jsonOf(request(servicenowServer, method, path, withLogin({ json: fields })), method, path).result;
}

/** Returns the value of a field as a text. A reference is an object. */
function textOf(value) {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  return String(value.display_value ?? value.value ?? '');
}

/** Returns the fields of a record as texts. */
function dataOf(record) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, textOf(value)]));
}

/** Returns the fields of a JSON object. */
function fieldsIn(text) {
  let fields;
  try {
    fields = JSON.parse(text);
  } catch (error) {
    throw new Error(`the content is not JSON: ${error.message}`);
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw new Error('the content is not a JSON object');
  return fields;
}

/** Returns the fields that are set, and other fields by their names. */
function fieldsOf(named, others) {
  const isSet = ([, value]) => value !== undefined && value !== null && value !== '';
  return { ...Object.fromEntries(Object.entries(named).filter(isSet)), ...others };
}
