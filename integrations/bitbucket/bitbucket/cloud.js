// include: bitbucket/client.js

/** Returns the path of the pull requests of the repository. */
function pullRequestsPath() {
  const parts = repo_full_name.split('/').map((part) => encodeURIComponent(part.trim()));
  if (parts.length !== 2) throw new Error(`'${repo_full_name}' is not of the form workspace/repository`);
  return `/2.0/repositories/${parts.join('/')}/pullrequests`;
}
