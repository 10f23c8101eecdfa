// include: servicenow/find.js
data = findRecord('number', incidentId);
incidentPriority = data.priority ?? null;
print(`Read ${incidentId}`);
