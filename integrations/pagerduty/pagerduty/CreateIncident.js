// include: pagerduty/client.js
const { incident } = change('POST', '/incidents', {
  incident: {
    ...{ type: 'incident', title: incidentTitle, service: { id: serviceId, type: 'service_reference' } },
    ...(details && { body: { type: 'incident_body', details } }),
    ...(urgency && { urgency }),
    ...(priorityId && { priority: { id: priorityId, type: 'priority_reference' } }),
    ...(escalationPolicyId && {
      escalation_policy: { id: escalationPolicyId, type: 'escalation_policy_reference' },
    }),
    ...(incidentKey && { incident_key: incidentKey }),
  },
});
incidentId = incident.id;
incidentUrl = incident.html_url;
print(`Created the incident ${incidentId}: ${incidentUrl}`);
