// include: github/repository.js
const path = `${repositoryPath()}/releases`;
const release = {
  ...{ tag_name: tagName, name: releaseName || tagName, body: releaseNotes ?? '' },
  ...(target && { target_commitish: target }),
  ...{ draft: draft === true, prerelease: prerelease === true, generate_release_notes: generateNotes === true },
};
const { id, html_url: address } = jsonOf(change('POST', path, release), 'POST', path);
releaseId = String(id);
releaseUrl = address;
print(`Created the release ${release.name}: ${address}`);
