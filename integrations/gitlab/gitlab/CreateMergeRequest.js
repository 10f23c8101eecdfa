// include: gitlab/client.js
const fields = { source_branch, target_branch, title };
const target = target_project_id ? { target_project_id: Number(target_project_id) } : {};
if (Number.isNaN(target.target_project_id)) throw new Error(`the project id '${target_project_id}' is not a number`);
const { iid, web_url: address } = create('merge_requests', { ...fields, ...target });
merge_id = String(iid);
print(`Created the merge request !${merge_id}: ${address}`);
