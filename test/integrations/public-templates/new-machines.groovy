xlr {
  template('Machines for a course') {
    folder('Campus/Machines')
    variables {
      listBoxVariable('region') {
        required false
        showOnReleaseStart false
        label 'Region'
        possibleValues 'north-1', 'north-2', 'south-1'
        value 'north-1'
      }
      listBoxVariable('stage') {
        required false
        showOnReleaseStart false
        label 'Stage'
        possibleValues 'dev', 'acc', 'prod'
        value 'dev'
      }
      stringVariable('course') {
        required false
        showOnReleaseStart false
        label 'Course'
        value 'botany'
      }
      stringVariable('key_file') {
        required false
        showOnReleaseStart false
        value '/home/campus/.ssh/id_campus'
      }
      listVariable('packages') {
        required false
        showOnReleaseStart false
        label 'Known packages'
      }
      listBoxVariable('package') {
        required false
        showOnReleaseStart false
        label 'Package'
        possibleValues variable('packages')
      }
      stringVariable('web_address') {
        required false
        showOnReleaseStart false
      }
      stringVariable('data_address') {
        required false
        showOnReleaseStart false
      }
      listVariable('tags') {
        required false
        showOnReleaseStart false
      }
      passwordVariable('web_password') {
        required false
        showOnReleaseStart false
        label 'Password of the web server'
      }
    }
    scheduledStartDate Date.parse("yyyy-MM-dd'T'HH:mm:ssZ", '2020-09-01T09:00:00+0200')
    phases {
      phase('Choose') {
        color '#0099CC'
        tasks {
          userInput('Course and region') {
            team 'Teachers'
            variables {
              variable 'region'
              variable 'stage'
              variable 'course'
            }
          }
          custom('Look for the course') {
            team 'Automation'
            script {
              type 'xld.DoesCIExist'
              server 'Campus deployments'
              ciID 'Applications/Campus/machines-${course}'
              throwOnFail true
              exists false
            }
          }
          custom('Read the packages') {
            team 'Automation'
            script {
              type 'xld.GetAllVersions'
              server 'Campus deployments'
              applicationId 'Applications/Campus/machines-${course}'
              packageIds variable('packages')
            }
          }
          userInput('Package') {
            team 'Teachers'
            variables {
              variable 'package'
            }
          }
        }
      }
      phase('Create') {
        color '#08B153'
        tasks {
          custom('Prepare the folders') {
            script {
              type 'xld.cliUrl'
              cli 'campus-cli'
              scriptUrl 'https://files.example.com/scripts/prepare_course.py'
              options '${stage} ${course} ${region} ${key_file}'
            }
          }
          gate('Consent of the security team') {
            team 'Security'
            precondition '"${stage}" == "prod"'
            locked true
          }
          custom('Create the machines') {
            script {
              type 'xldeploy.Deploy'
              server 'Campus deployments'
              retryCounter 'currentContinueRetrial':'0','currentPollingTrial':'0'
              deploymentPackage '${package}'
              deploymentEnvironment 'Environments/machines-${course}/machines-${course}-${stage}'
            }
          }
          parallelGroup('Addresses') {
            tasks {
              custom('Address of the web server') {
                script {
                  type 'xld.GetCIStringProperty'
                  server 'Campus deployments'
                  ciID 'Infrastructure/${course}-${stage}-web'
                  ciPropertyName 'address'
                  ciPropertyValue variable('web_address')
                }
              }
              custom('Address of the database') {
                script {
                  type 'xld.GetCIStringProperty'
                  server 'Campus deployments'
                  ciID 'Infrastructure/${course}-${stage}-data'
                  ciPropertyName 'address'
                  ciPropertyValue variable('data_address')
                }
              }
            }
          }
          custom('Install Python') {
            script {
              type 'remoteScript.Unix'
              script 'ssh -i ${key_file} campus@${web_address} "sudo apt-get -y install python3"'
              remotePath '/tmp'
              address 'control.example.com'
              username 'campus'
            }
          }
        }
      }
      phase('Configure') {
        color '#991C71'
        tasks {
          script('Read the tags of the playbooks') {
            script (['''\
import json
request = HttpRequest({'url': 'https://git.example.com'})
response = request.get('/repos/campus/playbooks/tags', contentType='application/json')
releaseVariables['tags'] = [tag['name'] for tag in json.loads(response.response)]
'''])
          }
          custom('Configure the web server') {
            script {
              type 'ansible.RunPlaybook'
              host 'Campus control'
              playbookPath '/tmp/playbooks/web.yml'
              cmdParams '-u campus -i "${web_address}," --private-key "${key_file}"'
            }
          }
        }
      }
    }
  }
}
