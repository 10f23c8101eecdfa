// include: servicenow/client.js

/** Returns the fields that the properties of a task set. */
function taskFields(more = {}) {
  const named = {
    ...{ short_description: shortDescription, description, cmdb_ci: ciSysId, assignment_group: assignmentGroup },
    ...{ assigned_to: assignedTo, state, priority, comments },
  };
  return fieldsOf({ ...more, ...named }, additionalFields);
}
