// include: vsts/releases.js
const query = { searchText: releaseDefinitionName, isExactNameMatch: true };
const found = getJson(server, projectPath('release/definitions', query), withReleases()).value;
const { id } = onlyOne(found, releaseDefinitionName, 'release definition');
const body = { definitionId: id, ...(releaseDescription && { description: releaseDescription }) };
const release = change('POST', projectPath('release/releases'), body, withReleases());
releaseId = String(release.id);
releaseName = release.name;
print(`Created the release ${releaseName}`);
