// include: pagerduty/client.js
const path = `/maintenance_windows/${encodeURIComponent(maintenanceWindowId)}`;
const response = request(server, 'DELETE', path, withToken(server, { accept: [404] }));
print(`${response.ok ? 'Ended' : 'There is no'} maintenance window ${maintenanceWindowId}`);
