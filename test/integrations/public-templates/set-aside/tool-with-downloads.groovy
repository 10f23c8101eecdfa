xlr {
  template('New version of the map tool') {
    folder('Maps')
    variables {
      stringVariable('FIXED_VERSION') {
        required false
        label 'Fixed version'
      }
      stringVariable('SOURCE_BRANCH') {
        label 'Branch'
        value 'master'
      }
      listBoxVariable('STAGE') {
        label 'Stage'
        possibleValues 'alpha', 'rc', 'final'
        value 'alpha'
      }
      booleanVariable('KEEP_BRANCH') {
        required false
        label 'Keep a branch for fixes'
      }
      stringVariable('TOOL_VERSION') {
        required false
        showOnReleaseStart false
      }
      stringVariable('USED_STAGE') {
        required false
        showOnReleaseStart false
      }
    }
    scheduledStartDate Date.parse("yyyy-MM-dd'T'HH:mm:ssZ", '2019-11-04T09:00:00+0100')
    phases {
      phase('Build') {
        color '#0099CC'
        tasks {
          script('Choose the stage') {
            script (['''\
if releaseVariables['FIXED_VERSION']:
    releaseVariables['USED_STAGE'] = ' '
else:
    releaseVariables['USED_STAGE'] = releaseVariables['STAGE']
'''])
          }
          custom('Build the tool') {
            script {
              type 'jenkins.Build'
              jenkinsServer 'Map builds'
              jobName 'Map Tools/job/Tool release/job/Build on ${SOURCE_BRANCH}'
              jobParameters 'STAGE=${USED_STAGE}\n' +
              'FIXED=${FIXED_VERSION}\n' +
              'KEEP_BRANCH=${KEEP_BRANCH}'
              jobEnvVarName 'version'
              jobEnvVarValue variable('TOOL_VERSION')
            }
          }
        }
      }
      phase('Download') {
        color '#0099CC'
        tasks {
          parallelGroup('Downloads') {
            tasks {
              custom('Download for desktops') {
                script {
                  type 'webhook.UrlCheck'
                  url 'https://downloads.example.com/tool/${TOOL_VERSION}/desktop'
                }
              }
              custom('Download for phones') {
                script {
                  type 'webhook.UrlCheck'
                  url 'https://downloads.example.com/tool/${TOOL_VERSION}/phone'
                }
              }
            }
          }
          sequentialGroup('Public copy') {
            precondition 'version = releaseVariables[\'TOOL_VERSION\'].lower()\n' +
            'result = not ("rc" in version or "alpha" in version)'
            tasks {
              custom('Copy the tool') {
                script {
                  type 'remoteScript.Unix'
                  script 'TOOL_VERSION=${TOOL_VERSION} bash copy.sh tool.list'
                  remotePath '/home/maps/copy'
                  temporaryDirectoryPath '/home/maps/.tmp'
                  address 'copies.example.com'
                  username 'maps'
                  password '{aes:v0}bm90IGEgc2VjcmV0'
                }
              }
            }
          }
          createRelease('Release the manual') {
            newReleaseTitle 'Manual ${TOOL_VERSION}'
            template 'Maps/Manual'
            folder 'Maps'
            templateVariables {
              stringVariable('MANUAL_VERSION') {
                label 'Version of the manual'
                value '${TOOL_VERSION}'
              }
            }
          }
        }
      }
    }
  }
}
