// include: ansible/client.js
const path = `/api/v2/inventory_sources/${inventorySource}/update/`;
const started = jsonOf(request(tower(), 'POST', path, withLogin({ json: {} })), 'POST', path);
jobKind = 'inventory_updates';
job = String(started.inventory_update ?? started.id);
task.statusLine = `Job ${job}: ${started.status}`;
if (waitTillComplete === false) print(`Started the update ${job}`);
else task.schedule('ansible/Job.wait.js', 3);
