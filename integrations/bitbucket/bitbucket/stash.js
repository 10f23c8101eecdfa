// include: bitbucket/client.js

/** Returns the path of a part of the repository. */
function repositoryPath(part) {
  return `/rest/api/1.0/projects/${encodeURIComponent(project)}/repos/${encodeURIComponent(repository)}/${part}`;
}
