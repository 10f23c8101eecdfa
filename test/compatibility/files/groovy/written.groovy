// Exported from:        http://127.0.0.1:5516/#/templates/Release1
// Release version:      1.2.3
// Date created:         2026-11-22T18:00:00Z

xlr {
  template('Ship \'webshop\'') {
    folder('Shops/Web')
    variables {
      stringVariable('version') {
        value '1'
      }
      listBoxVariable('zone') {
        required false
        possibleValues 'eu', 'us'
      }
      stringVariable('app') {
        valueProvider {
          type 'xlrelease.ApplicationValueProvider'
        }
      }
      passwordVariable('key') {
      }
    }
    description 'First line\n' +
        'Second line'
    scheduledStartDate Date.parse("yyyy-MM-dd'T'HH:mm:ssZ", '2026-11-22T09:00:00+0000')
    tags 'shop', 'web'
    abortOnFailure true
    scriptUsername 'robot'
    phases {
      phase('Build') {
        color '#0099CC'
        tasks {
          custom('Build it') {
            owner 'ann'
            taskRecoverOp com.xebialabs.xlrelease.domain.recover.TaskRecoverOp.SKIP_TASK
            taskFailureHandlerEnabled true
            variableMapping 'owner': '${who}'
            script {
              type 'jenkins.Build'
              'URL' 'http://ci'
              parts(['a'])
              retries 'a': '0'
              result variable('version')
            }
          }
          script('Look') {
            script (['''\
print \'\'\'x\'\'\'
'''])
          }
          parallelGroup('Checks') {
            tasks {
              manual('Unit') {
              }
              manual('Load') {
                locked true
              }
            }
            links {
              link {
                source 'Unit'
                target 'Load'
              }
            }
          }
          gate('Go?') {
            conditions {
              condition('Signed')
            }
            dependencies {
              dependency {
                place 1, 3, 2
              }
              dependency {
                target 'Applications/Release9'
              }
            }
          }
          userInput('Ask') {
            variables {
              variable 'zone'
            }
          }
          createRelease('Tell') {
            newReleaseTitle 'News'
            template 'News/Mail'
            folder 'Applications'
          }
          task('Run') {
            type 'containerPython.PythonTask'
            property('script', 'x')
            image 'y'
          }
        }
      }
    }
    releaseTriggers {
      timeSchedule('Nightly') {
        enabled false
        pollType com.xebialabs.xlrelease.domain.PollType.REPEAT
        periodicity '3600'
      }
    }
    teams {
      team('Owners') {
        members 'ann'
        permissions 'template#edit', 'template#view'
      }
    }
    extensions {
      dashboard('D') {
        tiles {
          summaryTile('S') {
          }
        }
      }
    }
  }
}
