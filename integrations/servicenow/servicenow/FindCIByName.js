// include: servicenow/find.js
data = findRecord('name', ciName);
sysId = data.sys_id;
print(`Found ${ciName} (${sysId})`);
