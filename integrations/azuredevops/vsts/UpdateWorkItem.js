// include: vsts/workitems.js
changeItem('PATCH', itemPath());
print(`Updated the work item ${workItemId}`);
