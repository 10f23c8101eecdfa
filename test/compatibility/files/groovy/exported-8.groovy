// Exported from:        http://releases.example.com:5516/#/templates/Folder1a2b-Release3c4d/releasefile
// XL Release version:   8.5.0
// Date created:         Tue Dec 04 13:20:34 CET 2018

xlr {
  template('Ship \'webshop\'') {
    folder('Shops/Web')
    variables {
      stringVariable('version') {
        label 'Version'
        description 'What is shipped, e.g. 1.2.3'
        value '1.0.0'
      }
      stringVariable('changes') {
        required false
        showOnReleaseStart false
        value 'WEB-1\n' +
              'WEB-2'
        multiline true
      }
      listBoxVariable('zone') {
        possibleValues 'eu', 'us'
        value 'eu'
      }
      listBoxVariable('app') {
        // no DSL renderer found for xlrelease.ApplicationValueProvider
        value 'Configuration/environmentManagement/Application1'
      }
      mapVariable('parts') {
        value 'shop':'1.7','cart':'1.2'
      }
      passwordVariable('key') {
        required false
      }
      booleanVariable('again') {

      }
    }
    description 'Ships the shop.'
    scheduledStartDate Date.parse("yyyy-MM-dd'T'HH:mm:ssZ", '2018-12-04T09:00:00+0100')
    autoStart 'true'
    tags 'shop', 'web'
    scriptUsername 'robot'
    scriptUserPassword '{b64}AAAAAAAAAAAAAAAAAAAAAA=='
    // no DSL renderer found for property 'riskProfile' of type 'xlrelease.Release'
    phases {
      phase('Build') {
        plannedDuration 781200
        color '#0099CC'
        tasks {
          custom('Build it') {
            description 'Builds:\n' +
                        '\n' +
                        '* the shop'
            precondition 
            failureHandler 'task.skip()'
            taskFailureHandlerEnabled true
            taskRecoverOp com.xebialabs.xlrelease.domain.recover.TaskRecoverOp.RUN_SCRIPT
            script {
              type 'jenkins.Build'
              jenkinsServer 'Jenkins'
              'URL' 'http://ci/${version}'
              jobParameters 'A=1\n' +
              'B=2'
              retryCounter 'currentContinueRetrial':'0','currentPollingTrial':'0'
              buildNumber variable('changes')
            }
          }
          script('Look') {
            script 'for line in \'ab\':\n' +
                   '    print line'
          }
          parallelGroup('Checks') {
            tasks {
              manual('Unit') {
                owner 'ann'
              }
              manual('Load') {
                team 'Testers'
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
        }
      }
      phase('Ship') {
        tasks {
          gate('Go?') {
            flagStatus com.xebialabs.xlrelease.domain.status.FlagStatus.ATTENTION_NEEDED
            flagComment 'Ask \'ann\' first'
            conditions {
              condition('Signed')
              condition('Said \'yes\'')
            }
          }
          createRelease('Tell others') {
            newReleaseTitle 'News of ${version}'
            template 'News/Mail'
            folder 'News'
            templateVariables {
              stringVariable('what') {
                value '${version}'
              }
            }
            releaseTags 'news'
          }
          userInput('Ask') {
            variables {
              variable 'zone'
            }
          }
          notification('Mail') {
            addresses 'all@example.com'
            subject 'Shipped'
            body 'It is there.'
            priority com.xebialabs.xlrelease.domain.notification.MailPriority.Normal
          }
        }
      }
      phase('Empty') {

      }
    }
    releaseTriggers {
      timeSchedule('Nightly') {
        releaseTitle 'Night'
        variables {
          stringVariable('version') {
            value '2.0.0'
          }
        }
        pollType com.xebialabs.xlrelease.domain.PollType.REPEAT
        periodicity '3600'
        enabled false
      }
    }
    teams {
      team('Template Owner') {
        members 'admin'
        permissions 'template#edit', 'template#view'
      }
    }
  }
}
