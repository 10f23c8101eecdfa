// include: gitlab/client.js
const { commit } = create('repository/branches', { branch, ref });
commit_id = commit.id;
print(`Created the branch ${branch} on ${commit_id}`);
