// include: pagerduty/client.js
if (!(durationMinutes > 0)) throw new Error(`durationMinutes: ${durationMinutes} is not a positive number`);
const now = Date.now();
const { maintenance_window: window } = change('POST', '/maintenance_windows', {
  maintenance_window: {
    type: 'maintenance_window',
    start_time: new Date(now).toISOString(),
    end_time: new Date(now + durationMinutes * 60_000).toISOString(),
    ...(reason && { description: reason }),
    services: serviceIds.map((id) => ({ id, type: 'service_reference' })),
  },
});
maintenanceWindowId = window.id;
print(`Created the maintenance window ${maintenanceWindowId}`);
