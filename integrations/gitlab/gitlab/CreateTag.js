// include: gitlab/client.js
const { commit } = create('repository/tags', { tag_name, ref, ...(message && { message }) });
commit_id = commit.id;
print(`Created the tag ${tag_name} on ${commit_id}`);
