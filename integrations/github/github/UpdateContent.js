// include: github/repository.js
const path = `${repositoryPath()}/contents/${encodedPath(filePath.replace(/^\/+/, ''))}`;

/** Returns the regular expression. Lines have their own start and end. */
function pattern() {
  try {
    return new RegExp(regex, 'gm');
  } catch (error) {
    throw new Error(`regex: ${error.message}`);
  }
}

/** Returns the text of a file in Base64. */
function textIn(content) {
  const bytes = hashing.fromBase64(content.replace(/\s/g, ''));
  try {
    return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
  } catch {
    throw new Error(`the file ${filePath} is not a text in UTF-8`);
  }
}

const file = read(`${path}?ref=${encodeURIComponent(branch)}`);
if (file.encoding !== 'base64') throw new Error(`the file ${filePath} is not a text, or larger than 1 MB`);
const text = textIn(file.content);
const changed = text.replace(pattern(), replacement);
if (changed === text) throw new Error(`the file ${filePath} has no text that the regular expression would change`);
const commit = {
  message: commitMessage || `Update ${filePath}`,
  ...{ content: hashing.toBase64(changed), sha: file.sha, branch },
};
commitId = jsonOf(change('PUT', path, commit), 'PUT', path).commit.sha;
print(`Updated ${filePath} on ${branch}: ${commitId}`);
