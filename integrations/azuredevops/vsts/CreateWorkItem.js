// include: vsts/workitems.js
const { id } = changeItem('POST', projectPath(`wit/workitems/$${encodeURIComponent(workItemType)}`));
workItemId = String(id);
print(`Created the work item ${workItemId}`);
