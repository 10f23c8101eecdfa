// include: github/repository.js
const path = `${repositoryPath()}/pulls`;
const pullRequest = {
  title: pullRequestTitle,
  head: source,
  base: target,
  draft: draft === true,
  ...(body && { body }),
};
const { number, html_url: address } = jsonOf(change('POST', path, pullRequest), 'POST', path);
pullRequestNumber = String(number);
pullRequestUrl = address;
print(`Created the pull request #${number}: ${address}`);
