// include: bitbucket/stash.js
send(repositoryPath('tags'), { name: tagname, startPoint: branch, ...(message && { message }) });
print(`Created the tag ${tagname} on ${branch}`);
