// include: pagerduty/client.js
const path = `/incidents/${encodeURIComponent(incidentId)}`;
const values = {
  ...(newStatus && { status: newStatus }),
  ...(resolution && { resolution }),
  ...(urgency && { urgency }),
};
const hasValues = Object.keys(values).length > 0;
if (!hasValues && !note) throw new Error('newStatus: expected a change or a note');
if (note) change('POST', `${path}/notes`, { note: { content: note } });
if (hasValues) {
  const { incident } = change('PUT', path, { incident: { type: 'incident', ...values } });
  incidentStatus = incident.status;
}
print(`Updated the incident ${incidentId}`);
