// `npm run image`: prepares the content of the image, and builds the image if buildah is installed. `-- prepare` skips
// the build.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { build } from './build.ts';
import { prepare } from './image-root.ts';

const folder = '.image';
const file = 'deploy/docker/Containerfile';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const tag = `localhost/slipway:${version}`;

await prepare(`${folder}/context`);
console.log(`${folder}/context holds the root of the image.`);
if (process.argv[2] === 'prepare') process.exit();
if (spawnSync('buildah', ['--version'], { stdio: 'ignore' }).error) {
  console.log('There is no buildah here. Docker takes the same file:');
  console.log(`SOURCE_DATE_EPOCH=0 docker buildx build --file ${file} --tag ${tag} ${folder}`);
} else console.log(`${tag} is ${build({ tag, file, folder })}`);
